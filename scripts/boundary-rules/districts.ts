/**
 * The districts that domains are grouped into, lowest first, in the server, the web app and the contract.
 * A domain may import from its own district and from those before it.
 */
export const districts = [
  'ground',
  'chat',
  'library',
  'resources',
  'flow',
  'studio',
  'loop',
  'market',
  'reach',
  'enterprise',
]
