import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A run directory on disk to do harm to, with a secret beside it. */
export class HostileRun {
  readonly folder = mkdtempSync(join(tmpdir(), 'tribunal-hostile-'))
  readonly directory = join(this.folder, 'run')
  readonly secret = 'TOP SECRET'

  constructor(sample: string) {
    cpSync(join('fixtures/runs', sample), this.directory, { recursive: true })
    mkdirSync(join(this.folder, 'elsewhere'))
    for (const name of ['secret.md', 'elsewhere/draft.md', 'elsewhere/vm.log.md'])
      writeFileSync(join(this.folder, name), this.secret)
  }

  /** Every file of the run, and the folders that hold them. */
  paths(): readonly string[] {
    return readdirSync(this.directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.directory.length + 1))
      .sort()
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.directory, path)), { recursive: true })
    writeFileSync(join(this.directory, path), content)
  }

  /** Has something else lie where a file is, while something is looked at. */
  during(path: string, make: (place: string) => void, look: () => void): void {
    const place = join(this.directory, path)
    const content = readFileSync(place)
    this.replace(path, make)
    look()
    rmSync(place, { recursive: true, force: true })
    writeFileSync(place, content)
  }

  /** Puts something else where a file or folder is. */
  replace(path: string, make: (place: string) => void): void {
    rmSync(join(this.directory, path), { recursive: true, force: true })
    mkdirSync(dirname(join(this.directory, path)), { recursive: true })
    make(join(this.directory, path))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** What may lie where a file belongs. */
export const IN_PLACE: { readonly [what: string]: (place: string) => void } = {
  'a link out of the run': (place) => symlinkSync('/etc/hostname', place),
  'a link to a secret beside the run': (place) =>
    symlinkSync(join(place.slice(0, place.indexOf('/run/')), 'secret.md'), place),
  'a link to itself': (place) => symlinkSync(place, place),
  'a link to nothing': (place) => symlinkSync('nowhere', place),
  'a pipe': (place) => execFileSync('mkfifo', [place]),
  'a folder': (place) => mkdirSync(place),
  'no bytes': (place) => writeFileSync(place, ''),
  'NUL bytes': (place) => writeFileSync(place, Buffer.alloc(5_000)),
  'invalid UTF-8': (place) => writeFileSync(place, Buffer.from([0xc3, 0x28, 0xff, 0x80, 0xf0, 0x9f])),
  'UTF-16': (place) => writeFileSync(place, Buffer.from('\uFEFFtext', 'utf16le')),
  'UTF-16 without a mark': (place) => writeFileSync(place, Buffer.from('text', 'utf16le')),
  'a million levels': (place) => writeFileSync(place, '['.repeat(1_000_000)),
  'a sparse gigabyte': (place) => {
    writeFileSync(place, '')
    truncateSync(place, 1_000_000_000)
  },
}
