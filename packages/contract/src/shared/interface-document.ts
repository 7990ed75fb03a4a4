import { z } from 'zod'
import { id } from './fields.ts'
import {
  CODE_LIMITS,
  codeFile,
  INTERFACE_LIMITS,
  interfaceKey,
  interfaceName,
  packageName,
} from './interface-limits.ts'

/**
 * The interface of a project: pages, components, sources and actions. Components are stored in a flat record, each with
 * its parent and its order among its siblings, so that edits of different components never touch the same value.
 */
const key = z.string().regex(interfaceKey, 'letters, digits, _ and -, beginning with a small letter')
const named = z.string().regex(interfaceName, 'letters, digits and _, beginning with a small letter')
const text = z.string().max(INTERFACE_LIMITS.text)
const expression = z.string().max(INTERFACE_LIMITS.expression)

/**
 * A literal. A text may contain expressions, as in `Hello {{user.name}}`; a text that is one expression keeps its type.
 */
const leaf = z.union([text, z.number(), z.boolean(), z.null()])
const plain = z.union([leaf, z.array(leaf).max(200), z.record(z.string().max(100), leaf)])
const value = z.union([plain, z.array(plain).max(200)])
export type InterfaceValue = z.output<typeof value>

const values = z.record(z.string().max(100), value)
const chain = () => z.array(z.lazy(() => action)).max(INTERFACE_LIMITS.actions)
const step = {
  get done() {
    return chain().optional()
  },
  get failed() {
    return chain().optional()
  },
}
/** An action on an event. `done` runs if it succeeded, `failed` if it did not. */
export type InterfaceAction = { done?: InterfaceAction[] | undefined; failed?: InterfaceAction[] | undefined } & (
  | { type: 'run'; source: string }
  | { type: 'set'; name: string; value: InterfaceValue }
  | { type: 'insert'; source: string; values: Record<string, InterfaceValue> }
  | { type: 'update'; source: string; row: string; values: Record<string, InterfaceValue> }
  | { type: 'remove'; source: string; row: string }
  | { type: 'go'; page: string }
  | { type: 'toast'; text: string }
  | { type: 'open'; url: string }
  | { type: 'copy'; text: string }
  | { type: 'confirm'; text: string }
  | { type: 'if'; test: string }
)
const action: z.ZodType<InterfaceAction> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('run'), source: named, ...step }),
  z.strictObject({ type: z.literal('set'), name: named, value, ...step }),
  z.strictObject({ type: z.literal('insert'), source: named, values, ...step }),
  z.strictObject({ type: z.literal('update'), source: named, row: expression, values, ...step }),
  z.strictObject({ type: z.literal('remove'), source: named, row: expression, ...step }),
  z.strictObject({ type: z.literal('go'), page: key, ...step }),
  z.strictObject({ type: z.literal('toast'), text, ...step }),
  z.strictObject({ type: z.literal('open'), url: text, ...step }),
  z.strictObject({ type: z.literal('copy'), text, ...step }),
  z.strictObject({ type: z.literal('confirm'), text, ...step }),
  z.strictObject({ type: z.literal('if'), test: expression, ...step }),
])

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('workflow'),
    target: id(),
    inputs: values,
    /** Runs when the page opens; otherwise only by an action. */
    auto: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('table'),
    target: id(),
    size: z.int().min(1).max(100),
    /** A field of the table; empty for the order of creation. */
    sort: z.string().max(100),
    descending: z.boolean(),
    /** The text to search the rows for; an expression can read it from an input. */
    search: text,
  }),
])
export type InterfaceSource = z.output<typeof source>

const variable = z.strictObject({ initial: value })
export type InterfaceVariable = z.output<typeof variable>

const code = z.string().max(CODE_LIMITS.text)
const files = z
  .record(z.string().regex(codeFile, 'a name like App.tsx'), code)
  .refine((list) => Object.keys(list).length <= CODE_LIMITS.files, `at most ${CODE_LIMITS.files} files`)
const page = z.strictObject({
  title: z.string().max(100),
  order: z.string().min(1).max(60),
  /** Actions that run when the page opens. */
  load: chain(),
  /** The source files of a page that is written in React instead of being drawn. */
  files: files.optional(),
})
export type InterfacePage = z.output<typeof page>

const node = z.strictObject({
  page: key,
  /** Empty at the top level of the page. */
  parent: z.union([key, z.literal('')]),
  order: z.string().min(1).max(60),
  /** The name of a built-in component, or `package/component`. */
  type: z.string().min(1).max(90),
  name: named,
  props: values,
  /** An expression that shows or hides the component; empty: always visible. */
  visible: expression,
  /** Overrides for phones. */
  phone: z.strictObject({ hidden: z.boolean().optional(), props: values.optional() }),
  events: z.record(z.string().max(40), chain()),
})
export type InterfaceNode = z.output<typeof node>

const theme = z.strictObject({
  /** #rrggbb, or empty for the colour of the instance. */
  color: z.string().regex(/^(#[0-9a-f]{6})?$/i, 'write it as #5252d8'),
  radius: z.int().min(0).max(24),
  /** Shows the first pages in a bar at the bottom on phones. */
  tabBar: z.boolean().optional(),
})

const ownProp = z.strictObject({
  name: named,
  kind: z.enum(['text', 'lines', 'number', 'boolean', 'choice', 'options', 'value']),
  title: z.string().max(100).optional(),
  initial: value,
  choices: z.array(z.string().max(100)).max(50).optional(),
})
/** A component of a package, with its settings and events. Its name is that of the function which renders it. */
export const ownComponent = z.strictObject({
  name: named,
  title: z.string().min(1).max(100),
  description: z.string().max(500).default(''),
  props: z.array(ownProp).max(30).default([]),
  events: z.array(named).max(10).default([]),
})
export type OwnComponent = z.output<typeof ownComponent>
const importedPackage = z.strictObject({
  id: id(),
  version: z.string().max(60),
  title: z.string().max(100),
  components: z.array(ownComponent).max(30),
})
export type ImportedPackage = z.output<typeof importedPackage>

export const interfaceDocument = z.strictObject({
  format: z.literal('ui/1'),
  theme,
  entry: z.union([key, z.literal('')]),
  variables: z.record(named, variable),
  sources: z.record(named, source),
  pages: z.record(key, page),
  nodes: z.record(key, node),
  /** Imported component packages by name. Only importing changes this field, not edits. */
  packages: z.record(z.string().regex(packageName), importedPackage).optional(),
})
export type InterfaceDocument = z.output<typeof interfaceDocument>

/** One change: a new value at a path, or its removal. */
export const interfaceEdit = z.strictObject({
  path: z.array(z.string().min(1).max(100)).min(1).max(5),
  value: z.unknown().optional(),
  remove: z.literal(true).optional(),
})
export type InterfaceEdit = z.output<typeof interfaceEdit>

/** Returns the schema for the value at a path; undefined if nothing can be set there. */
export function schemaAt(path: readonly string[]): z.ZodType | undefined {
  const [part, name, field, inner] = path
  const [a, b] = [path.length, path.length - 2]
  const own = (shape: Record<string, z.ZodType>, wanted: string | undefined) =>
    wanted !== undefined && Object.hasOwn(shape, wanted) ? shape[wanted] : undefined
  if (part === 'entry') return a === 1 ? interfaceDocument.shape.entry : undefined
  if (part === 'theme') return a === 2 ? own(theme.shape, name) : undefined
  if (part === 'variables') return a === 2 && named.safeParse(name).success ? variable : undefined
  if (part === 'sources') return a === 2 && named.safeParse(name).success ? source : undefined
  if (part === 'pages' && key.safeParse(name).success)
    return b === 0
      ? page
      : b === 1
        ? own(page.shape, field)
        : b === 2 && field === 'files' && inner !== undefined && codeFile.test(inner)
          ? code
          : undefined
  if (part !== 'nodes' || !key.safeParse(name).success) return undefined
  if (b === 0) return node
  if (b === 1) return own(node.shape, field)
  if (b !== 2 || inner === undefined || inner === '__proto__') return undefined
  return field === 'props'
    ? value
    : field === 'events'
      ? chain()
      : field === 'phone'
        ? own(node.shape.phone.shape, inner)
        : undefined
}
