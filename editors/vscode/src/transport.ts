// Messages between the editor and a worker, whichever kind of worker that is.

import {
  AbstractMessageReader, AbstractMessageWriter, type DataCallback, type Disposable, type Message, type MessageTransports,
} from "vscode-languageclient";

/** One end of a worker. */
export interface Port {
  post(data: unknown): void;
  hear(take: (data: unknown) => void): void;
  /** The worker has fallen over. */
  lost(take: (why: string) => void): void;
  end(): void;
}

/** What a worker says last. */
export interface Lost { lost: string }

class Reader extends AbstractMessageReader {
  private take: DataCallback | undefined;
  private readonly early: Message[] = [];

  constructor(port: Port) {
    super();
    port.hear((data) => {
      if (isLost(data)) return this.over(data.lost);
      if (this.take) this.take(data as Message);
      else this.early.push(data as Message);
    });
    port.lost((why) => this.over(why));
  }

  private over(why: string): void {
    this.fireError(new Error(why));
    this.fireClose();
  }

  listen(take: DataCallback): Disposable {
    this.take = take;
    this.early.splice(0).forEach(take);
    return { dispose: () => (this.take = undefined) };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly port: Port) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.port.post(message);
  }

  end(): void {
    this.port.end();
  }
}

const isLost = (data: unknown): data is Lost => typeof data === "object" && data !== null && "lost" in data;

/** A worker that serves; it gets the module first. */
export function transports(port: Port, module: WebAssembly.Module): MessageTransports {
  const reader = new Reader(port);
  port.post({ module });
  return { reader, writer: new Writer(port) };
}
