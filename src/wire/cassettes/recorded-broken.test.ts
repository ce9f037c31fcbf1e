import { describe, expect, test } from 'vitest'
import { answering, post, recordedAndReplayed } from '../../../test/wire/recorder.ts'

describe('what goes wrong', () => {
  test('before a reply goes wrong again: the connection breaks', async () => {
    const { heard, again, interactions } = await recordedAndReplayed(
      (request) => request.socket.destroy(),
      (url) => post(url, {}).catch((error: Error) => error.name),
    )
    expect([heard, again]).toEqual(['TypeError', 'TypeError'])
    expect(interactions[0]!.reply).toEqual({ failed: expect.stringMatching(/^[A-Z_]+$/) })
  })

  test('in mid-stream is kept as far as whole events came', async () => {
    let breakIt = () => {}
    const { interactions } = await recordedAndReplayed(
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\ndata: 2\n\ndata: {"half')
        breakIt = () => request.socket.destroy()
      },
      async (url) => {
        const response = await post(url, {})
        let text = ''
        try {
          for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
            text += Buffer.from(chunk)
            // Not by a clock: fetch itself forgets what nobody has read when a connection breaks.
            breakIt()
          }
        } catch {}
        expect(text).toContain('data: 1\n\ndata: 2\n\n')
      },
    )
    expect(interactions[0]!.reply).toMatchObject({ end: 'reset', events: [{ data: '1' }, { data: '2' }] })
  })

  test('in mid-stream is kept, and ends, also where the program comes to read when all is over', async () => {
    const { heard, again, interactions } = await recordedAndReplayed(
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\ndata: 2\n\ndata: {"half')
        setTimeout(() => request.socket.destroy(), 20)
      },
      async (url) => {
        const response = await post(url, {})
        await new Promise((done) => setTimeout(done, 100))
        return response.text().then(
          () => 'ended',
          () => 'ended',
        )
      },
    )
    expect([heard, again]).toEqual(['ended', 'ended'])
    expect(interactions[0]!.reply).toMatchObject({ end: 'reset', events: [{ data: '1' }, { data: '2' }] })
  })

  test('because the program gives up a stream ends as far as it was', async () => {
    const { interactions } = await recordedAndReplayed(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
      },
      async (url) => {
        const response = await post(url, {})
        for await (const _chunk of response.body as unknown as AsyncIterable<Uint8Array>) break
      },
    )
    expect(interactions[0]!.reply).toMatchObject({ end: 'aborted', events: [{ data: '1' }] })
  })

  test('nowhere, where the program leaves a stream that has come as a whole', async () => {
    const { heard, again } = await recordedAndReplayed(
      answering('data: 1\n\n'.repeat(50), { 'content-type': 'text/event-stream' }),
      async (url) => {
        const response = await post(url, {})
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
          return Buffer.from(chunk).toString().slice(0, 7)
        return ''
      },
    )
    expect([heard, again]).toEqual(['data: 1', 'data: 1'])
  })

  test('because the program gives up waiting is waited for again', async () => {
    const giveUp = (url: string) =>
      fetch(url, { method: 'POST', signal: AbortSignal.timeout(50) }).catch((error: Error) => error.name)
    const { heard, again, interactions } = await recordedAndReplayed(() => {}, giveUp)
    expect([heard, again]).toEqual(['TimeoutError', 'TimeoutError'])
    expect(interactions[0]!.reply).toEqual({ failed: 'aborted' })
  })
})
