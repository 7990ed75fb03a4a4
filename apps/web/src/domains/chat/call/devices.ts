import { useEffect, useState } from 'react'

export interface AudioDevice {
  id: string
  name: string
}
export interface AudioDevices {
  microphones: AudioDevice[]
  speakers: AudioDevice[]
}
const none: AudioDevices = { microphones: [], speakers: [] }

async function listDevices(): Promise<AudioDevices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const ofKind = (wanted: MediaDeviceKind) =>
    all
      .filter(({ kind, deviceId }) => kind === wanted && deviceId)
      .map(({ deviceId, label }) => ({ id: deviceId, name: label || deviceId }))
  return { microphones: ofKind('audioinput'), speakers: ofKind('audiooutput') }
}

/** The connected audio devices, updated on changes. Browsers return their names once a microphone is open. */
export function useAudioDevices(isOpen: boolean): AudioDevices {
  const [known, setKnown] = useState(none)
  useEffect(() => {
    const media = navigator.mediaDevices as MediaDevices | undefined
    if (!isOpen || !media) return
    let isLeft = false
    const look = () => void listDevices().then((found) => isLeft || setKnown(found))
    look()
    media.addEventListener('devicechange', look)
    return () => {
      isLeft = true
      media.removeEventListener('devicechange', look)
    }
  }, [isOpen])
  return known
}
