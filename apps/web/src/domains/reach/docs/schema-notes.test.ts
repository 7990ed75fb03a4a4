import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './json-schema.ts'
import { schemaNotes } from './schema-notes.ts'

const notes = (schema: JsonSchema) =>
  schemaNotes(schema, schema).map(({ text, values }) => [text, ...Object.values(values)])

describe('notes about a field', () => {
  it.each<[JsonSchema, unknown[]]>([
    [{ enum: ['a', 1] }, [['note.enum', '"a", 1']]],
    [{ type: 'array', items: { enum: [1, 2] } }, [['note.enum', '1, 2']]],
    [{ type: 'integer', minimum: 1, maximum: 50 }, [['note.range', 1, 50]]],
    [{ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }, [['note.least', 1]]],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
    [{ type: 'string', minLength: 1, maxLength: 9 }, [['note.rangeLength', 1, 9]]],
    [{ type: 'array', maxItems: 5 }, [['note.mostItems', 5]]],
    [{ type: 'string', format: 'email', pattern: '.*' }, [['note.format', 'email']]],
    [{ type: 'string', pattern: '^a$' }, [['note.pattern', '^a$']]],
    [{ type: 'string', format: 'binary' }, []],
    [{ default: false }, [['note.default', 'false']]],
    [{ default: null }, [['note.default', 'null']]],
  ])('%j', (schema, expected) => expect(notes(schema)).toEqual(expected))

  it('lists only the first values of a long enum', () => {
    const [note] = schemaNotes({ enum: Array.from({ length: 40 }, (_, index) => index) }, {})
    expect(note!.values['values']).toMatch(/^0, 1, .*, 11, …$/)
  })
})
