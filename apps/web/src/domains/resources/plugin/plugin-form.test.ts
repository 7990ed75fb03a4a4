import { expect, test } from 'vitest'
import { emptyForm, formOf, isReady, metaOf, newParam, type PluginForm } from './plugin-form.ts'

const oauth: PluginForm = {
  ...emptyForm,
  name: 'Calendar',
  url: 'https://api.calendar.test',
  auth: 'oauth',
  oauth: {
    grantType: 'authorization_code',
    clientId: 'orrery',
    clientSecret: 's3cret',
    pageUrl: 'https://login.calendar.test/auth',
    tokenUrl: 'https://login.calendar.test/token',
    scope: 'read',
    clientAuth: 'basic',
  },
}

test('a form is unchanged after saving and reading', () => {
  const form: PluginForm = {
    ...oauth,
    desc: 'Reads dates',
    common: [newParam('4', 'x-lang', 'en'), newParam('2', 'v', '2')],
  }
  const { auth_type, ...meta } = metaOf(form)
  const info = {
    meta_info: { ...meta, auth_type: [auth_type], location: 1, key: '', service_token: '', icon: form.icon },
  }
  const back = formOf(info as never)
  const plain = (pluginForm: PluginForm) => ({
    ...pluginForm,
    common: pluginForm.common.map(({ place, name, value }) => [place, name, value]).toSorted(),
  })
  expect(plain(back)).toEqual(plain(form))
})

test('a form is complete when it has all fields of its kind of authorization', () => {
  expect(isReady(oauth, false)).toBe(true)
  expect(isReady({ ...oauth, oauth: { ...oauth.oauth, pageUrl: '' } }, false)).toBe(false)
  const client = { ...oauth.oauth, grantType: 'client_credentials' as const, pageUrl: '' }
  expect(isReady({ ...oauth, oauth: client }, false)).toBe(true)
  expect(isReady({ ...oauth, oauth: { ...client, clientSecret: '' } }, false)).toBe(false)
  expect(isReady({ ...oauth, auth: 'service', token: '' }, false)).toBe(false)
  expect(isReady({ ...oauth, auth: 'service', token: 'k' }, false)).toBe(true)
  expect(isReady({ ...emptyForm, name: 'Code' }, false)).toBe(false)
  expect(isReady({ ...emptyForm, name: 'Code' }, true)).toBe(true)
})

test('common parameters without a name are not sent', () => {
  const { common_params } = metaOf({ ...emptyForm, common: [newParam('4', ' ', 'x'), newParam('4', 'a', '')] })
  expect(common_params).toEqual({ '4': [{ name: 'a', value: '' }] })
})
