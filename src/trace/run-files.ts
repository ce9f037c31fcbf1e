/**
 * The files of one run directory, on disk or in memory: all that an inspector may ask of it.
 * Paths are relative, joined by `/`; nothing outside the directory can be named.
 */
export interface RunFiles {
  /** All regular files in code-unit order of their paths, and whatever else lies there and was not read. */
  list(): readonly RunFile[]
  /** One entry, or undefined when there is none. */
  stat(path: string): RunFile | undefined
  /** Whether a folder of that name lies at the top; without it, a listing tells. */
  hasFolder?(name: string): boolean
  /**
   * Reads at most `limit` bytes from the start of a file.
   *
   * @param room - where they may be put if they fit, until it is used again: new memory costs more than reading a file
   * @throws TribunalError `unreadable-run` when the file is absent, is no regular file or cannot be read
   */
  read(path: string, limit: number, room?: Uint8Array): Uint8Array
  /**
   * The same in pieces, so that a large file need not be held: as often as it is walked, from the start. A piece is good until
   * the next one is asked for. Without it, what `read` gives is the one piece.
   *
   * @throws TribunalError as `read` does, once walked
   */
  pieces?(path: string, limit: number): Iterable<Uint8Array>
}

/** One entry of a run directory. */
export interface RunFile {
  readonly path: string
  /** Bytes; 0 for what is no regular file. */
  readonly size: number
  /** `outside` is a link that leaves the directory, `other` a device, socket or pipe. */
  readonly kind: 'file' | 'outside' | 'other'
}
