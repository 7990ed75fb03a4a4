export interface IdpAccount {
  /** The user name for signing in, and the subject. */
  username: string
  password: string
  email: string
  emailVerified: boolean
  name: string
  groups: string[]
}

/** Sample people of a company. Their passwords are `password`. */
export const sampleAccounts = (domain: string): IdpAccount[] =>
  [
    { username: 'ada', name: 'Ada', groups: ['engineering', 'admins'] },
    { username: 'ben', name: 'Ben', groups: ['design'] },
    { username: 'cleo', name: 'Cleo', groups: [] },
  ].map((account) => ({
    ...account,
    password: 'password',
    email: `${account.username}@${domain}`,
    emailVerified: true,
  }))
