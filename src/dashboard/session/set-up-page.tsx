import { Gate } from './gate.tsx'

export function SetUpPage() {
  return <Gate title="Set up this server" />
}
