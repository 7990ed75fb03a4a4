import type { NodeType } from '#node-type.ts'
import type { Values } from '#values/own.ts'
import type { CardRow } from './card-row.ts'
import type { Port } from './port.ts'
import type { StoredNode, ValueType, VariableShape } from './shapes.ts'
import type { Slot } from './slot.ts'

/** The colour a node has on the canvas. */
export type Tone = 'io' | 'model' | 'logic' | 'data' | 'code' | 'net'
/** The heading that lists the node in the menu. */
export type Group = 'core' | 'logic' | 'io' | 'data' | 'database' | 'utility' | 'image' | 'conversation' | 'message'

/** The heading that lists the node in the panel of the API. */
export type Category =
  | ''
  | 'logic'
  | 'input&output'
  | 'database'
  | 'data'
  | 'image'
  | 'audio&video'
  | 'utilities'
  | 'conversation_management'
  | 'conversation_history'
  | 'message'

/** The field is shown only while the setting has one of these values. */
export interface When {
  slot: Slot
  is: readonly unknown[]
}

interface Base {
  /** Unique in its node; its text is `field.<words or id>`. */
  id: string
  words?: string
  required?: boolean
  when?: When
}

/** An input whose name the node defines. */
export interface FixedInput extends VariableShape {
  /** The allowed values, if the input is not free text. */
  choices?: readonly string[]
  /** Accepts a value of any type, which keeps its own type. */
  open?: boolean
}

/** One option of a setting; `gives` are the outputs that the node has with this option. */
interface Option {
  value: string | number
  words: string
  gives?: readonly VariableShape[]
}

export type Field = Base &
  (
    | { kind: 'inputs'; path: string; fixed?: readonly FixedInput[]; only?: 'lists'; asked?: boolean }
    | { kind: 'value'; path: string; type: ValueType; min?: number; max?: number }
    | { kind: 'prompt'; slot: Slot; rows?: number; embedded?: boolean }
    /** `prompt`: the line holds the key of a prompt; the slot stores the label that is followed. */
    | { kind: 'line'; slot: Slot; limit?: number; placeholder?: string; prompt?: Slot }
    | { kind: 'number'; slot: Slot; min: number; max: number; step?: number; unit?: string; initial: number }
    /** `asksModel`: needs a connected model when switched on. */
    | { kind: 'toggle'; slot: Slot; initial?: boolean; asksModel?: boolean }
    | { kind: 'choice'; slot: Slot; options: readonly Option[] }
    | { kind: 'variables'; path: string; look: 'start' | 'tree' | 'fixed'; format?: Slot }
    | { kind: 'rounds'; path: string }
    | { kind: 'conditions'; path: string; most: number }
    | { kind: 'code'; code: Slot; language: Slot }
    | { kind: 'sql'; slot: Slot }
    | { kind: 'model'; path: string; form: 'params' | 'object' }
    /** A model that is no chat model; defaults to the first of its kind in the space. */
    | { kind: 'otherModel'; of: 'image' | 'rerank'; slot: Slot }
    | { kind: 'skills'; path: string }
    | { kind: 'batch'; path: string }
    | { kind: 'errors'; path: string; maxMs: number; defaultMs: number; backup?: boolean }
    | { kind: 'options'; path: string; most: number; fallback: string }
    | { kind: 'assign'; path: string; to: 'loop' | 'global' }
    | { kind: 'groups'; path: string }
    | { kind: 'form'; slot: Slot }
    | { kind: 'request'; path: string }
    | { kind: 'pairs'; path: string }
    | { kind: 'auth'; path: string }
    | { kind: 'body'; path: string }
    | { kind: 'database'; path: string }
    | { kind: 'rowConditions'; path: string }
    | { kind: 'rowValues'; path: string }
    | { kind: 'columns'; path: string }
    | { kind: 'order'; path: string }
    | { kind: 'knowledge'; path: string; single?: boolean }
    | { kind: 'workflow'; path: string; own?: boolean }
    | { kind: 'tool'; path: string }
    | { kind: 'delimiters'; path: string }
    | { kind: 'pictures'; path: string }
    | { kind: 'drawing'; slot: Slot }
    | { kind: 'rest'; path: string }
  )
export type FieldKind = Field['kind']
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

/** Fields under one heading: `section.<id>`. */
export interface Section {
  id: string
  fields: readonly Field[]
  folded?: boolean
}

/** The description of a node type, used by the menu, the card, the form and the checks. */
export interface NodeDescription {
  type: NodeType
  category: Category
  /** Left out of the panel of the API: part of every canvas, only inside loops, or only in older canvases. */
  hidden?: true
  group: Group
  tone: Tone
  /** Name of the lucide icon. */
  icon: string
  /** Where the node may be placed: once per canvas, anywhere, only outside loops, or only inside them. */
  place: 'once' | 'anywhere' | 'root' | 'loop'
  /** Listed in the menu. Other types only occur in older canvases, where they are shown and preserved. */
  offered: boolean
  /** Initial `data` without the title. */
  data: () => Values
  /** The graph inside, for nodes that have one. */
  inside?: 'loop' | 'batch'
  ports: (node: StoredNode) => readonly Port[]
  sections: readonly Section[]
  rows: (node: StoredNode) => readonly CardRow[]
  /** Further paths of `data` that the fields own without naming them. */
  also?: readonly string[]
}
