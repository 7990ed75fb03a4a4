/**
 * Dot products of one vector with many contiguous ones, with SIMD instructions: plain JavaScript takes four times as
 * long. The few WebAssembly instructions are written out here, because nothing else in the product needs a compiler.
 */
const [QUERY, DATA, ROWS, ROW_BYTES, OUT, COLUMN, FIRST_SUM] = [0, 1, 2, 3, 4, 5, 6]
const SUMS = [0, 1, 2, 3].map((n) => FIRST_SUM + n)
/** Bytes processed per step: four sums of four numbers each. */
export const STEP_BYTES = 64

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, ...signed(value)]
const simd = (code: number) => [0xfd, ...unsigned(code)]
const [add, subtract, isZero, isBelow, addFloat] = [0x6a, 0x6b, 0x45, 0x49, 0x92]
const load = (offset: number) => [...simd(0x00), 0, ...unsigned(offset)]
const [splat, addAll, multiplyAll] = [simd(0x13), simd(0xe4), simd(0xe6)]
const lane = (n: number) => [...simd(0x1f), n]
const block = (...body: number[][]) => [0x02, 0x40, ...body.flat(), 0x0b]
const loop = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0b]
const [again, leaveIf, againIf] = [
  [0x0c, 0],
  [0x0d, 1],
  [0x0d, 0],
]
const step = (local: number, by: number[], code = add) => [...get(local), ...by, code, ...set(local)]
const addressed = (base: number, offset: number) => [...get(base), ...get(COLUMN), add, ...load(offset)]

const body = [
  ...block(
    loop(
      [...get(ROWS), isZero, ...leaveIf!],
      ...SUMS.map((sum) => [0x43, 0, 0, 0, 0, ...splat, ...set(sum)]),
      [...constant(0), ...set(COLUMN)],
      loop(
        ...SUMS.map((sum, at) => [
          ...get(sum),
          ...addressed(QUERY, 16 * at),
          ...addressed(DATA, 16 * at),
          ...multiplyAll,
          ...addAll,
          ...set(sum),
        ]),
        step(COLUMN, constant(STEP_BYTES)),
        [...get(COLUMN), ...get(ROW_BYTES), isBelow, ...againIf!],
      ),
      [...SUMS.flatMap(get), ...addAll, ...addAll, ...addAll, ...set(FIRST_SUM)],
      get(OUT),
      [0, 1, 2, 3].flatMap((n) => [...get(FIRST_SUM), ...lane(n), ...(n ? [addFloat] : [])]),
      [0x38, 2, 0],
      step(DATA, get(ROW_BYTES)),
      step(OUT, constant(4)),
      step(ROWS, constant(1), subtract),
      again!,
    ),
  ),
  0x0b,
]
const [I32, V128] = [0x7f, 0x7b]
const code = [2, 1, I32, 4, V128, ...body]
const section = (id: number, ...content: number[]) => [id, ...unsigned(content.length), ...content]
const name = (text: string) => [text.length, ...Buffer.from(text)]
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const wasm = new Uint8Array([
  ...MAGIC,
  ...section(1, 1, 0x60, 5, I32, I32, I32, I32, I32, 0),
  ...section(2, 1, ...name('m'), ...name('m'), 0x02, 0x00, 0),
  ...section(3, 1, 0),
  ...section(7, 1, ...name('scan'), 0x00, 0),
  ...section(10, 1, ...unsigned(code.length), ...code),
])

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))]
}
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))]
}

let compiled: WebAssembly.Module | undefined
/** Positions are byte offsets into the memory; a row is a multiple of `STEP_BYTES` long. */
export type Scan = (query: number, data: number, rows: number, rowBytes: number, out: number) => void
export function createScan(memory: WebAssembly.Memory): Scan {
  compiled ??= new WebAssembly.Module(wasm)
  return new WebAssembly.Instance(compiled, { m: { m: memory } }).exports.scan as Scan
}
