import type { Config } from 'tailwind-merge'

type Groups = Config<string, string>['classGroups']

const any = () => true
const isArbitraryLength = (value: string) => /^\[-?[\d.]+(px|rem|em|%)/.test(value)
const isWidth = (value: string) => /^\d+$/.test(value) || isArbitraryLength(value)

/** Utilities whose prefix alone determines what they set: `p-2`, `gap-x-4`, `max-h-full`. */
const byName = [
  'inset inset-x inset-y top right bottom left z order basis aspect p px py pt pr pb pl m mx my ms me',
  'mt mr mb ml scroll-mt gap gap-x gap-y space-x space-y size w min-w max-w h min-h max-h grid-cols',
  'grid-rows grid-flow auto-cols auto-rows justify justify-self justify-items items self rounded-t rounded-r rounded-b rounded-l',
  'rounded-tl rounded-tr rounded-br rounded-bl leading tracking line-clamp list underline-offset align',
  'whitespace wrap content from to opacity brightness duration ease animate rotate translate-x',
  'translate-y cursor pointer-events select touch will-change accent appearance field-sizing fill',
  'stroke outline-offset overflow-x overflow-y overscroll border-spacing ring-offset col object float',
  'table',
].flatMap((line) => line.split(' '))
/** These also occur without a value: `grow`, `rounded`. */
const byNameAlone = ['grow', 'shrink', 'transition', 'resize', 'rounded', 'divide-x', 'divide-y']
const sides = ['x', 'y', 't', 'r', 'b', 'l']
const textSizes = 'caption small body prose title dialog figure greeting heading code code-caption'.split(' ')
const shadows = ['card', 'float', 'dialog']

/** Utilities that set the same property. If groups share a prefix, the last one takes the remaining values. */
export const classGroups: Groups = {
  ...Object.fromEntries(byName.map((name) => [name, [{ [name]: [any] }]])),
  ...Object.fromEntries(byNameAlone.map((name) => [name, [{ [name]: ['', any] }]])),
  display: 'block inline-block inline flex inline-flex grid inline-grid table table-cell contents hidden'.split(' '),
  table: [{ table: ['auto', 'fixed'] }],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible', 'collapse'],
  sr: ['sr-only', 'not-sr-only'],
  isolation: ['isolate'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['nowrap', 'wrap', 'wrap-reverse'] }],
  flex: [{ flex: [any] }],
  overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible', 'scroll'] }],
  'text-alignment': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
  'font-size': [{ text: [...textSizes, isArbitraryLength] }],
  'text-color': [{ text: [any] }],
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  'font-style': ['italic', 'not-italic'],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
  'numeric-spacing': ['tabular-nums', 'proportional-nums'],
  break: [{ break: ['normal', 'words', 'all', 'keep'] }],
  'bg-size': [{ bg: ['auto', 'cover', 'contain', { size: [any] }] }],
  'bg-image': [{ bg: ['none', { linear: [any] }, (value: string) => value.startsWith('[radial-')] }],
  'bg-color': [{ bg: [any] }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  'border-width': [{ border: ['', isWidth] }],
  'border-color': [{ border: [any] }],
  ...Object.fromEntries(
    sides.flatMap((side) => [
      [`border-width-${side}`, [{ [`border-${side}`]: ['', isWidth] }]],
      [`border-color-${side}`, [{ [`border-${side}`]: [any] }]],
    ]),
  ),
  'divide-color': [{ divide: [any] }],
  'outline-style': [{ outline: ['none', 'hidden', 'solid', 'dashed'] }],
  'outline-width': [{ outline: ['', isWidth] }],
  'outline-color': [{ outline: [any] }],
  'ring-width': [{ ring: ['', isWidth] }],
  'ring-color': [{ ring: [any] }],
  'ring-offset': [{ 'ring-offset': ['', isWidth] }],
  'ring-offset-color': [{ 'ring-offset': [any] }],
  shadow: [{ shadow: [...shadows, any] }],
}

/** A utility also overrides utilities that set a part of the same property. */
export const partsOf: Record<string, string[]> = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'ms', 'me', 'mt', 'mr', 'mb', 'ml'],
  mx: ['ms', 'me', 'mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  rounded: ['t', 'r', 'b', 'l', 'tl', 'tr', 'br', 'bl'].map((corner) => `rounded-${corner}`),
  'rounded-t': ['rounded-tl', 'rounded-tr'],
  'rounded-r': ['rounded-tr', 'rounded-br'],
  'rounded-b': ['rounded-br', 'rounded-bl'],
  'rounded-l': ['rounded-tl', 'rounded-bl'],
  'border-width': sides.map((side) => `border-width-${side}`),
  'border-width-x': ['border-width-r', 'border-width-l'],
  'border-width-y': ['border-width-t', 'border-width-b'],
  'border-color': sides.map((side) => `border-color-${side}`),
}
