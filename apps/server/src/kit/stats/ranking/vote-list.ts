/** Votes as columns, which are transferred to a worker without copying. Models and voters are numbered from 0. */
export interface VoteList {
  left: Uint16Array
  right: Uint16Array
  /** 1 left, 2 right, 3 both good, 4 both bad. */
  result: Uint8Array
  /** 0 inside a bot, 1 plain models. */
  scene: Uint8Array
  /** 1 to 7. */
  field: Uint8Array
  voter: Uint32Array
  /** From -1 to 1: how much longer, and how much more marked up, the left answer is. */
  longer: Float32Array
  marked: Float32Array
}
export const emptyVotes = (size: number): VoteList => ({
  left: new Uint16Array(size),
  right: new Uint16Array(size),
  result: new Uint8Array(size),
  scene: new Uint8Array(size),
  field: new Uint8Array(size),
  voter: new Uint32Array(size),
  longer: new Float32Array(size),
  marked: new Float32Array(size),
})
/** The gain of the left model: a win, half a win, or nothing. */
export const gainOf = (result: number): number => (result === 1 ? 1 : result === 2 ? 0 : 0.5)

export const SCENES = 2
export const FIELDS = 8
/** Both scenes together. */
export const ALL_SCENES = 2

/** Votes of one scene and field form a part, so that every board is a sum of parts. */
export const partOf = (scene: number, field: number): number => scene * FIELDS + field
export const PARTS = SCENES * FIELDS
/** The parts that make up the board of a scene and a field. */
export function partsOf(scene: number, field: number): number[] {
  const scenes = scene === ALL_SCENES ? [0, 1] : [scene]
  const fields = field === 0 ? Array.from({ length: FIELDS }, (_, at) => at) : [field]
  return scenes.flatMap((one) => fields.map((other) => partOf(one, other)))
}
