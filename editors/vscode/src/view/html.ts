// The page of the side view. The module and its worker stand inside, so that nothing is fetched from anywhere.

export interface Parts { source: string; script: string; style: string; module: string; worker: string }

export const html = ({ source, script, style, module, worker }: Parts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src ${source}; img-src blob: data:; base-uri 'none'; form-action 'none'">
<link rel="stylesheet" href="${style}">
<title>fairgame</title>
</head>
<body class="side">
<div id="notice" role="status" hidden></div>
<nav><button id="run" class="main">Answer all</button> <button id="stop" hidden>Stop</button></nav>
<p id="state" role="status">The engine is being loaded…</p>
<main>
  <section id="answers" aria-labelledby="answers-title" tabindex="-1">
    <h2 id="answers-title">Answers</h2>
    <form id="ask" autocomplete="off">
      <label for="line">Ask</label>
      <input id="line" placeholder="Nim(3) + Nim(5)" spellcheck="false">
      <button>Ask</button>
    </form>
    <div id="graph"></div>
    <div id="cards"></div>
  </section>
  <section id="play" aria-labelledby="play-title" tabindex="-1">
    <h2 id="play-title">Play</h2>
    <form id="begin" autocomplete="off">
      <label for="position">Position</label>
      <input id="position" placeholder="Nim[3, 5, 7]" spellcheck="false">
      <label for="opponent">Against</label>
      <select id="opponent">
        <option value="perfect">the computer, perfect</option>
        <option value="greedy">the computer, greedy</option>
        <option value="beginner">the computer, beginner</option>
        <option value="nobody">each other</option>
      </select>
      <label for="first">First</label>
      <select id="first"><option value="1">you</option><option value="2">the computer</option></select>
      <label><input type="checkbox" id="misere"> misère</label>
      <button>Begin</button>
    </form>
    <div id="table"></div>
  </section>
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
<script type="text/plain" id="fairgame-module">${module}</script>
<script type="text/plain" id="fairgame-worker">${worker}</script>
<script src="${script}"></script>
</body>
</html>
`;
