import { descriptions } from '@orrery/engine/describe'
import { expect, test } from 'vitest'
import { nodeIcon } from './node-icons.ts'

test.each(descriptions.map(({ type, icon }) => [type, icon]))('node type %s has its icon %s', (_, icon) => {
  expect(nodeIcon(icon)).not.toBe(nodeIcon(undefined))
})
