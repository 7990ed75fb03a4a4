import type { VoicePrintConfig } from '@orrery/contract'
import type { VoiceprintService } from '#domains/reach/voiceprint/voiceprint.service.ts'

/** Stored with a question, and sent with the transcript. */
export type Speaker = { speaker_id: string; speaker_name: string } | Record<string, never>
export interface SpeakersDeps {
  prints: Pick<VoiceprintService, 'recognise'>
  /** The owner of the voiceprint groups. */
  userId: string
  config(): VoicePrintConfig
}
const nobody: Speaker = {}

/** Identifies the people of a group while they speak. */
export function createSpeakers({ prints, userId, config }: SpeakersDeps) {
  let last = nobody
  return {
    async of(samples: Int16Array, rate: number): Promise<Speaker> {
      const { group_id: groupId, score, reuse_voice_info: isReused } = config()
      if (!groupId) return nobody
      const found = await prints.recognise(groupId, userId, samples, rate)
      if (!found) return isReused ? last : nobody
      last = found.score >= score ? { speaker_id: found.id, speaker_name: found.name } : nobody
      return last
    },
  }
}
export type Speakers = ReturnType<typeof createSpeakers>
