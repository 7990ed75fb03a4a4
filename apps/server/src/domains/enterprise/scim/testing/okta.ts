import { groupSchema, patchOf, type Step, userSchema } from './exchange.ts'

const userName = 'test.user@company.test'
const user = {
  schemas: [userSchema],
  userName,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  active: true,
}

/**
 * Requests as Okta sends them, written from what is known of its client and not recorded: a look by name before each
 * creation, a password that is sent along, changes without a path, whole users by PUT, members in and out in one request.
 */
export const oktaExchange: readonly Step[] = [
  {
    does: 'asks for somebody who is not there',
    method: 'GET',
    path: `/Users?filter=userName eq "${userName}"&startIndex=1&count=100`,
    status: 200,
    answer: { totalResults: 0, startIndex: 1, Resources: [] },
  },
  {
    does: 'creates a user, with a password that nobody keeps',
    method: 'POST',
    path: '/Users',
    body: { ...user, password: '1mz050nq' },
    status: 201,
    keeps: 'user',
    answer: { userName, externalId: user.externalId, active: true, displayName: 'Test User' },
  },
  {
    does: 'creates the user again',
    method: 'POST',
    path: '/Users',
    body: { ...user, displayName: 'Somebody else' },
    status: 409,
    answer: { scimType: 'uniqueness' },
  },
  {
    does: 'finds the user as it was',
    method: 'GET',
    path: `/Users?filter=userName eq "${userName}"&startIndex=1&count=100`,
    status: 200,
    answer: { totalResults: 1, Resources: [{ displayName: 'Test User' }] },
  },
  { does: 'gets the user', method: 'GET', path: '/Users/{user}', status: 200, answer: { userName } },
  {
    does: 'writes the whole user',
    method: 'PUT',
    path: '/Users/{user}',
    body: { ...user, id: '{user}', name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } },
    status: 200,
    answer: { name: { givenName: 'Another', familyName: 'User' } },
  },
  {
    does: 'lists groups',
    method: 'GET',
    path: '/Groups?startIndex=1&count=100',
    status: 200,
    answer: { startIndex: 1 },
  },
  {
    does: 'creates a group',
    method: 'POST',
    path: '/Groups',
    body: { schemas: [groupSchema], displayName: 'Test SCIMv2', members: [] },
    status: 201,
    keeps: 'group',
    answer: { displayName: 'Test SCIMv2' },
  },
  {
    does: 'renames the group without a path',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'replace', value: { id: '{group}', displayName: 'Test SCIMv2, renamed' } }),
    status: 200,
    answer: { displayName: 'Test SCIMv2, renamed' },
  },
  {
    does: 'takes somebody out and puts somebody in, in one request',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf(
      { op: 'remove', path: 'members[value eq "23a35c27-23d3-4c03-b4c5-6443c09e7173"]' },
      { op: 'add', path: 'members', value: [{ value: '{user}', display: userName }] },
    ),
    status: 200,
    answer: { members: [{ value: '{user}' }] },
  },
  {
    does: 'replaces all members',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'replace', path: 'members', value: [{ value: '{user}', display: userName }] }),
    status: 200,
    answer: { members: [{ value: '{user}' }] },
  },
  { does: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
  {
    does: 'deactivates the user without a path',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'replace', value: { active: false } }),
    status: 200,
    answer: { active: false },
  },
  {
    does: 'activates the user again',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'replace', value: { active: true } }),
    status: 200,
    answer: { active: true },
  },
]
