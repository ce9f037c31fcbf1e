import { type ModelProvider, TribunalError } from 'vitest-tribunal'
import { test } from 'vitest-tribunal/fixtures'
import { assertProgram } from 'vitest-tribunal/properties'

// A reviewer who is to judge a patch by its description alone. The first program carries its conversation along.

const firewall = {
  slots: ['describer', 'reviewer'],
  inputs: ['patch'],
  must: { describer: ['patch'], reviewer: ['describer.text'] },
} as const

async function carriesItAlong({ patch }: { patch: string }, model: ModelProvider) {
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  const ask = async (slot: string, brief: string) => {
    const reply = await model.respond({ slot, component: 'reviewer-model', brief, messages: [...messages] }, {})
    messages.push({ role: 'user', content: brief }, { role: 'assistant', content: reply.text })
    return reply.text
  }
  const description = await ask('describer', `Describe what this patch does:\n${patch}`)
  return ask('reviewer', `Is this worth having?\n${description}`)
}

async function startsAnew({ patch }: { patch: string }, model: ModelProvider) {
  const ask = async (slot: string, brief: string) =>
    (await model.respond({ slot, component: 'reviewer-model', brief }, {})).text
  const description = await ask('describer', `Describe what this patch does:\n${patch}`)
  return ask('reviewer', `Is this worth having?\n${description}`)
}

test('a conversation that is carried along shows the reviewer the patch', async ({ task, expect }) => {
  const { laws } = await assertProgram(carriesItAlong, { ...firewall, laws: ['taint'], expect: 'broken', task })
  expect(laws[0]?.message).toContain('Way: patch → request of reviewer, call 1')
})

test('a reviewer who is asked anew sees the description and nothing else', { timeout: 30_000 }, async ({ task }) => {
  await assertProgram(startsAnew, { ...firewall, task })
})

test('a failing check throws the smallest script as a test to paste', async ({ expect }) => {
  const refused = await assertProgram(carriesItAlong, { ...firewall, laws: ['taint'], examples: false }).catch(
    (error) => error,
  )
  expect(refused).toBeInstanceOf(TribunalError)
  expect(refused.message).toContain('const run = await runProgram(carriesItAlong, {')
  expect(refused.message).toContain("      describer: ['text 1 of describer zq")
})
