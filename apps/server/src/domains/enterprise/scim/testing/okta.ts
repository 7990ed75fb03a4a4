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
 * Requests as Okta sends them, from its “SCIM 2.0 protocol reference” (developer.okta.com): a look by name before each creation, a
 * password that is sent along, changes without a path, whole users and groups by PUT (integrations of the wizard), members in and
 * out in one request. It takes 204 for changes, and never deletes people.
 */
export const oktaExchange: readonly Step[] = [
  {
    does: 'tests the connection',
    method: 'GET',
    path: '/Users?startIndex=1&count=2',
    status: 200,
    answer: { startIndex: 1 },
  },
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
    body: {
      ...user,
      id: '{user}',
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      meta: { resourceType: 'User' },
    },
    status: 200,
    answer: {
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      meta: { resourceType: 'User' },
    },
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
    answer: { displayName: 'Test SCIMv2', members: [], meta: { resourceType: 'Group' } },
  },
  {
    does: 'renames the group without a path',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'replace', value: { id: '{group}', displayName: 'Test SCIMv20' } }),
    status: 204,
  },
  {
    does: 'finds the group under its new name',
    method: 'GET',
    path: '/Groups?filter=displayName eq "Test SCIMv20"&startIndex=1&count=100',
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{group}' }] },
  },
  {
    does: 'takes somebody out and puts somebody in, in one request',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf(
      { op: 'remove', path: 'members[value eq "23a35c27-23d3-4c03-b4c5-6443c09e7173"]' },
      { op: 'add', path: 'members', value: [{ value: '{user}', display: userName }] },
    ),
    status: 204,
  },
  {
    does: 'gets the group with its member',
    method: 'GET',
    path: '/Groups/{group}',
    status: 200,
    answer: { displayName: 'Test SCIMv20', members: [{ value: '{user}', display: userName }] },
  },
  {
    does: 'replaces all members',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'replace', path: 'members', value: [{ value: '{user}', display: userName }] }),
    status: 204,
  },
  {
    does: 'writes the whole group, as integrations of the wizard do',
    method: 'PUT',
    path: '/Groups/{group}',
    body: { schemas: [groupSchema], id: '{group}', displayName: 'Test SCIMv21', members: [{ value: '{user}' }] },
    status: 200,
    answer: { displayName: 'Test SCIMv21', members: [{ value: '{user}' }] },
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
  {
    does: 'deactivates the user with the whole of it',
    method: 'PUT',
    path: '/Users/{user}',
    body: { ...user, id: '{user}', active: false },
    status: 200,
    answer: { active: false, userName },
  },
]
