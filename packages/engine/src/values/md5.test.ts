import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5 } from './md5.ts'

test('MD5 is correct for every length around the block size and for multi-byte characters', () => {
  const texts = [...Array.from({ length: 200 }, (_, i) => 'x'.repeat(i)), '日本語', '🙂', 'block_output_1.a']
  for (const text of texts) expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
})
