import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Profiles: the check refuses everything that the update refuses, and a picture is given by its key. */
let t: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  t = await openTestApp()
  ada = await t.register('ada')
  bob = await t.register('bob')
})
async function upload(person: Person, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const { upload_uri } = await person.api.upload.file({
    file_head: { file_type: name.split('.').at(-1)! },
    data: Buffer.from(bytes).toString('base64'),
  })
  return upload_uri
}
const picture = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )

test('the check validates every field and changes nothing', async () => {
  const before = await ada.api.profile.get({})
  const wrong = [
    [{ user_unique_name: 'bob' }, /taken|in use/i],
    [{ user_unique_name: 'a b' }, /^user_unique_name: /],
    [{ name: '' }, /^name: /],
    [{ name: 'x'.repeat(33) }, /^name: at most 32/],
    [{ signature: 'x'.repeat(501) }, /^signature: at most 500/],
    [{ avatar: 'upload/nobody.png' }, /file/],
  ] as const
  for (const [change, message] of wrong) {
    const refusal = { message: expect.stringMatching(message) as string }
    await expect(ada.api.profile.check(change), JSON.stringify(change)).rejects.toMatchObject(refusal)
    await expect(ada.api.profile.update(change), JSON.stringify(change)).rejects.toMatchObject(refusal)
  }
  const key = await upload(ada, await picture('#357'), 'a.png')
  await ada.api.profile.check({ user_unique_name: 'ada.l', name: 'Ada', signature: 'First', avatar: key })
  await ada.api.passport.checkProfile({ user_unique_name: 'ada.l', name: 'Ada', description: 'First', avatar: key })
  expect(await ada.api.profile.get({})).toEqual(before)
})

test('a profile accepts a picture uploaded by the same person, re-encodes it, and refuses files of others', async () => {
  const key = await upload(ada, await picture('#357'), 'a.png')
  await expect(bob.api.profile.update({ avatar: key })).rejects.toMatchObject({ status: 404 })
  await ada.api.profile.update({ avatar: key, name: 'Ada', signature: 'First' })
  const { avatar, name, signature } = await ada.api.profile.get({})
  expect([name, signature]).toEqual(['Ada', 'First'])
  const shown = sharp(await (await t.request(avatar)).arrayBuffer())
  expect(await shown.metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  await ada.api.passport.updateProfile({ avatar: key })
  expect((await ada.api.passport.accountInfo({})).avatar_url).not.toBe(avatar)
})
