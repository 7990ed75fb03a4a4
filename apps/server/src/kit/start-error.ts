/** Why a start failed, in words for whoever started the server. */
export class StartError extends Error {}
