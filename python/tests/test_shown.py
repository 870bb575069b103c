"""What notebooks and papers show."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as xml

import pytest

import fairgame


def is_svg(text: str) -> bool:
    return xml.fromstring(text).tag.endswith("svg")


def test_positions_in_a_notebook():
    p = fairgame.load("chocolate").Bar(2, 3)
    shown = p._repr_mimebundle_()
    assert is_svg(shown["image/svg+xml"]) and shown["text/plain"] == "Bar(2, 3)"
    assert "value" in shown["image/svg+xml"] and "winning" in shown["image/svg+xml"]
    assert is_svg(p.graph().svg) and is_svg(p.picture(dark=True).svg)


def test_a_position_that_is_too_much_is_still_written():
    g = fairgame.load("cram", positions=5)
    shown = g.Cram(g.eval("rectangle(5, 6)"))._repr_mimebundle_()
    assert "stopped" in shown["text/plain"] and "image/svg+xml" not in shown


def test_tables_and_plots(tmp_path):
    g = fairgame.load("wythoff")
    table = g.table("Queen(a, b) for a in 0..5, b in 0..5")
    assert "<table>" in table._repr_html_() and "tabular" in table.latex and "|" in table.markdown
    assert is_svg(table.plot(title="queens").svg)
    picture = g.plot("Queen(a, 5) for a in 0..30")
    for end in ("svg", "png", "pdf"):
        picture.save(tmp_path / f"p.{end}")
        assert (tmp_path / f"p.{end}").stat().st_size > 500
    with pytest.raises(ValueError, match="gif"):
        picture.save(tmp_path / "p.gif")


def test_what_a_user_writes_is_escaped():
    g = fairgame.rules('game G(t: text)\n  move go where t != "" to G("")\n')
    assert "<script>" not in g.ask('show G("<script>")')._repr_html_()
    assert is_svg(g.G("<b>&").picture().svg)


def test_tikz_is_tex(tmp_path):
    welter = fairgame.load("welter")
    pictures = [
        welter.Welter({0, 2, 3}).tikz(most=9),
        fairgame.load("cram").position("Cram(rectangle(2, 2))").tikz(),
        fairgame.load("cram").position("Cram(rectangle(2, 2))").tikz(most=8),
        fairgame.load("tribulations").Tribulations(3).tikz(most=6),
    ]
    for text in pictures:
        assert text.startswith("\\begin{tikzpicture}") and text.rstrip().endswith("\\end{tikzpicture}")
        bare = re.sub(r"\\[\\{}]", "", text)
        assert bare.count("{") == bare.count("}")
        assert "nan" not in text
    found = [shutil.which("pdflatex"), shutil.which("kpsewhich")]
    wanted = ["tikz.sty", "standalone.cls"]
    if None in found or any(subprocess.run([found[1], name], capture_output=True).returncode for name in wanted):
        pytest.skip("no TeX here that has tikz and standalone")
    body = "\n".join(pictures)
    (tmp_path / "t.tex").write_text(f"\\documentclass{{standalone}}\\usepackage{{tikz}}\\begin{{document}}{body}\\end{{document}}")
    subprocess.run(["pdflatex", "-interaction=batchmode", "t.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_the_cells_of_a_notebook():
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.get_ipython() or testing.start_ipython()
    shell.run_line_magic("load_ext", "fairgame")
    shell.run_cell("%%fairgame mine\ngame Pile(n: nat)\n  move take(k in 1..3 where k <= n) to Pile(n - k)\nshow Pile(7)")
    assert shell.user_ns["Pile"](7).value == 3
    shell.run_cell("%%fairgame\ngame Two(a: nat)\n  move go(k in 1..2 where k <= a) to Pile(a - k)\n")
    assert shell.user_ns["Two"](2).value == shell.user_ns["rules"].Two(2).value
    assert not shell.run_cell("%%fairgame\nshow Nothing(3)").success
    assert shell.run_cell("%%fairgame\nshow Pile(3)").success


def test_a_play():
    pytest.importorskip("anywidget")
    g = fairgame.load("nim")
    play = (g.Nim(3) + g.Nim(5)).play()
    assert play.moves and play.svg.startswith("<svg")
    while play.position.moves():
        best = play.position.winning() or play.position.moves()
        play.choose(best[0].name)
    assert "You win" in play.said and play.log[0].startswith("you")
    play.chosen = -2
    assert play.log == [] and play.position == g.Nim(3) + g.Nim(5)
    with pytest.raises(fairgame.ArgumentError):
        play.choose("take(99)")


def test_help_reads_well():
    import pydoc

    g = fairgame.load("welter")
    text = pydoc.plain(pydoc.render_doc(fairgame.Position))
    assert "nim-value" in text and "under misère" in text
    assert "coins" in g.Welter.__doc__ and str(g.Welter.__signature__) == "(coins)"
    assert "Welter" in dir(g) and "table" in dir(g)
    for name in fairgame.__all__:
        if name != "__version__":
            assert getattr(fairgame, name).__doc__, name
