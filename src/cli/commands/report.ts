import { type Command, Option } from 'commander'
import { TribunalError } from '../../errors.ts'
import type { RegistryEntry } from '../../inspect/1-index/registry.ts'
import { githubAnnotations } from '../../report/github-annotations.ts'
import { githubSummary } from '../../report/github-summary.ts'
import { junit } from '../../report/junit.ts'
import { markdown } from '../../report/markdown.ts'
import { visibleLine } from '../../report/visible.ts'
import { addToSummary } from '../add-to-summary.ts'
import type { CliCommand } from '../command.ts'
import { type ExitCode, type Io, write } from '../io.ts'
import { readDocument } from '../read-document.ts'
import { readingRegistry } from '../reading-registry.ts'
import { refuseOverwriting } from '../refuse-overwriting.ts'
import { writeFile } from '../write-file.ts'

/** `tribunal report`: renders a tribunal.json in the forms that people and machines read; it gates nothing. */
export const report: CliCommand = {
  name: 'report',
  summary: 'render a tribunal.json as HTML, JUnit XML, Markdown, or for a GitHub job',
  define(command: Command) {
    command
      .argument('<tribunal.json>', 'what a run of the tests has found')
      .option('--html <file>', 'write the HTML page')
      .option('--registry <file>', 'with --html: earlier inspections, for the trend of each system')
      .option('--junit <file>', 'write JUnit XML')
      .option('--markdown <file>', 'write Markdown for a pull-request comment')
      .addOption(
        new Option(
          '--github [part]',
          "add to the job's summary, print annotations to standard output, or only one of them",
        )
          .choices(['both', 'summary', 'annotations'])
          .preset('both'),
      )
      .addHelpText('after', EXAMPLES)
  },
  run: ([file], options, io) => run(file as string, options as Options, io),
}

// Helpers

interface Options {
  readonly html?: string
  readonly registry?: string
  readonly junit?: string
  readonly markdown?: string
  readonly github?: 'both' | 'summary' | 'annotations'
}

const EXAMPLES = `
Examples:
  tribunal report tribunal-report/tribunal.json --html report.html --junit junit.xml
  tribunal report tribunal-report/tribunal.json --github

Exit codes: 0 all was written, 2 the document cannot be read or a file cannot be written. See \`tribunal gate\` for verdicts.`

async function run(file: string, options: Options, io: Io): Promise<ExitCode> {
  const { html, registry, junit: xml, markdown: text, github } = options
  if ([html, xml, text, github].every((form) => form === undefined))
    throw new TribunalError('invalid-input', 'Nothing to write. Give --html, --junit, --markdown or --github.')
  if (registry !== undefined && html === undefined)
    throw new TribunalError('invalid-input', '--registry is for the trends of the HTML page. Give --html as well.')
  refuseOverwriting(file, { '--html': html, '--junit': xml, '--markdown': text })
  const document = await readDocument(file)
  const put = async (target: string | undefined, text: () => string | Promise<string>) => {
    if (target === undefined) return
    await writeFile(target, await text())
    await write(io.stderr, `wrote ${visibleLine(target)}\n`)
  }
  // Templates are loaded only when a page is asked for.
  await put(html, async () =>
    (await import('../../report/html/render-html.ts')).renderHtml(document, await historyOf(registry, io)),
  )
  await put(xml, () => junit(document))
  await put(text, () => markdown(document))
  if (github === 'both' || github === 'annotations') await write(io.stdout, githubAnnotations(document))
  if (github === 'both' || github === 'summary') await addToSummary(githubSummary(document), io)
  return 0
}

/** Only a registry that the caller names: a page must not tell of runs on this machine that nobody meant. */
async function historyOf(file: string | undefined, io: Io): Promise<readonly RegistryEntry[]> {
  if (file === undefined) return []
  const registry = await readingRegistry(file, io, true)
  const entries = registry?.entries() ?? []
  registry?.close()
  return entries
}
