/** Why a start failed, for the person who started the server. */
export class StartError extends Error {}
