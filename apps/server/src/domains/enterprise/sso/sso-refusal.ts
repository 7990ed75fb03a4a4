/** A refused answer of a provider. The reason goes to the log and the test page, never to strangers. */
export class SsoRefusal extends Error {}
