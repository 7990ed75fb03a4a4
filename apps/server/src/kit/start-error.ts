/** Why a start failed, in words for the person who started the server. */
export class StartError extends Error {}
