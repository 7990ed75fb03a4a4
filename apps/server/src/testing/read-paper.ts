import { PaperState } from '@orrery/contract'
import { expect } from 'vitest'
import type { Person, TestApp } from './test-app.ts'

/** Uploads a paper to a person's desk and waits until it was read or refused. */
export async function readPaper(t: TestApp, owner: Person, name: string, bytes: Buffer) {
  const { uri } = await owner.api.deskPaper.upload({ data: new File([new Uint8Array(bytes)], name) })
  const { dataset_id, document_id } = await owner.api.deskPaper.analyse({ uri, name })
  await t.services.knowledgeIngest.drain()
  const state = async () =>
    (await owner.api.deskPaper.progress({ dataset_id, document_ids: [document_id] })).data_list[0]!
  // The schedule of the server may have started to read the paper before this test.
  await expect.poll(async () => (await state()).status).not.toBe(PaperState.processing)
  return state()
}
