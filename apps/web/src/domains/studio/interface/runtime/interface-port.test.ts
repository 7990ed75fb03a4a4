import { expect, test } from 'vitest'
import { readSource } from './interface-port.ts'

const streamed = (...events: [name: string, data: object][]) =>
  Promise.resolve(
    new Response(events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')),
  )

test('a stream delivers its pieces, and finally the value', async () => {
  const pieces: string[] = []
  const open = () => streamed(['partial', { text: 'Hel' }], ['partial', { text: 'lo' }], ['done', { output: 'Hello' }])
  expect(await readSource(open, (piece) => pieces.push(piece))).toBe('Hello')
  expect(pieces).toEqual(['Hel', 'lo'])
})

test('a failed run includes the URL of its steps if the server sent one', async () => {
  const stepsAt = '/space/1/observe/traces/2'
  const withSteps = () => streamed(['error', { code: 7, msg: 'The oven is cold', steps_at: stepsAt }])
  await expect(readSource(withSteps, () => {})).rejects.toMatchObject({ message: 'The oven is cold', stepsAt })
  const withoutSteps = () => streamed(['error', { code: 7, msg: 'It failed' }])
  await expect(readSource(withoutSteps, () => {})).rejects.toMatchObject({ message: 'It failed', code: 7 })
})
