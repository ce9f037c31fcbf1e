import Handlebars from 'handlebars/runtime.js'
import { SPECS } from './assets.generated.ts'

/** A function from a view to HTML; everything in the view is escaped. */
export type Template = (view: object) => string

/** The page's templates, precompiled: nothing is compiled at run time. */
export const template: { readonly page: Template } = { page: compiled().page! }

// Helpers

/** What Handlebars' types for its runtime leave out. */
interface Runtime {
  template(spec: unknown): Template
  registerPartial(name: string, partial: Template): void
}

function compiled(): { [name: string]: Template } {
  const runtime = (Handlebars as unknown as { create(): unknown }).create() as Runtime
  const templates = Object.entries(SPECS).map(([name, spec]) => [name, runtime.template(spec)] as const)
  for (const [name, one] of templates) runtime.registerPartial(name, one)
  return Object.fromEntries(templates)
}
