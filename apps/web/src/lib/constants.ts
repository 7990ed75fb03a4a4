/** Numbers that the specification defines for the screens. Times are in milliseconds. */
export const botListPageSize = 24
export const openingSuggestionsShown = 3
export const flagsTimeout = 4_000
export const minFlagsTimeout = 1_000
export const flagsPolling = 5_000
export const firstChunkTimeout = 120_000
export const uploadTimeout = 60_000
export const workflowAddedDelay = 1_000
export const dialogLayer = 1031
export const pictureMaxKilobytes = 2048
export const logLevels = ['info', 'success', 'warning', 'error', 'fatal'] as const
