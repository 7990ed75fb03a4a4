/** The channel of the editor's preview. */
export const DEBUG_CONNECTOR = '10000010'
