/** Bus topic: the link with this key, its password or one of its visitors changed. */
export const LINK_CHANGED = 'share'
