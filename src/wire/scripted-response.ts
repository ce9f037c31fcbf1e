/** A response's body: all of it, or how to open a stream of it. */
export type Content = string | (() => ReadableStream<Uint8Array>)

/**
 * A Response that gives its text without a stream: making one costs more than all the rest of a call. Whoever wants a stream,
 * bytes or a copy gets what a plain Response gives.
 */
export class ScriptedResponse extends (Response as unknown as new (body: null, init: ResponseInit) => object) {
  readonly #content: Content
  readonly #init: ResponseInit
  #plain: Response | undefined
  #taken = false

  constructor(content: Content, init: ResponseInit) {
    super(null, init)
    this.#content = content
    this.#init = init
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#asPlain().body as ReadableStream<Uint8Array> | null
  }

  get bodyUsed(): boolean {
    return this.#taken || this.#plain?.bodyUsed === true
  }

  async text(): Promise<string> {
    if (typeof this.#content !== 'string' || this.#plain) return this.#asPlain().text()
    this.#take()
    return this.#content
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asPlain().arrayBuffer()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer())
  }

  async blob(): Promise<Blob> {
    return this.#asPlain().blob()
  }

  async formData(): Promise<FormData> {
    return this.#asPlain().formData() as Promise<FormData>
  }

  clone(): Response {
    return this.#asPlain().clone()
  }

  /** The same as a plain Response; read already if this one is. */
  #asPlain(): Response {
    if (this.#plain === undefined) {
      this.#plain = new Response(typeof this.#content === 'string' ? this.#content : this.#content(), this.#init)
      // What was taken from here cannot be taken from there again.
      if (this.#taken) void this.#plain.text()
    }
    return this.#plain
  }

  #take(): void {
    if (this.#taken) throw new TypeError('Body is unusable: Body has already been read')
    this.#taken = true
  }
}
