/** A provider’s answer that is not accepted. The reason goes to the log and to the test page, never to strangers. */
export class SsoRefusal extends Error {}
