/** `insecure`: browsers provide the microphone only to secure pages. */
export type MicrophoneFault = 'insecure' | 'missing' | 'denied'
export class NoMicrophone extends Error {
  readonly fault: MicrophoneFault
  constructor(fault: MicrophoneFault) {
    super(fault)
    this.fault = fault
  }
}
const faultOf = (error: unknown): MicrophoneFault =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'NotReadableError')
    ? 'missing'
    : 'denied'

/** Opens the microphone. Rejects with `NoMicrophone`. */
export async function openMicrophone(audio: MediaTrackConstraints | true): Promise<MediaStream> {
  if (!(navigator.mediaDevices as MediaDevices | undefined)) throw new NoMicrophone('insecure')
  return navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new NoMicrophone(faultOf(error))
  })
}
