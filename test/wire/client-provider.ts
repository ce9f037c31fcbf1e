import { ModelFault, type ModelProvider } from '../../src/index.ts'
import type { ScriptedFetch } from '../../src/wire/index.ts'
import type { Client } from './sdk-clients.ts'

/** A model provider as a user writes one: behind it an official client, before it a composite. */
export const clientProvider = (client: Client, fetch: ScriptedFetch | undefined, timeout = 60_000): ModelProvider => ({
  id: client.name,
  async respond({ slot, component, brief, schema }) {
    try {
      const { text, reasoning, toolCalls, usage } = await client.ask(fetch, {
        brief,
        model: component,
        headers: { 'x-tribunal-slot': slot },
        timeout,
        ...(schema && { schema: schema as Record<string, unknown> }),
      })
      return {
        text,
        toolCalls: toolCalls.filter(({ id }) => id !== undefined) as never,
        ...(reasoning && { private: { reasoning } }),
        ...(usage && { usage: { inputTokens: usage[0], outputTokens: usage[1] } }),
      }
    } catch (error) {
      throw new ModelFault('transport', (error as Error).message)
    }
  },
})
