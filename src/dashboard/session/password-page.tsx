import { Gate } from './gate.tsx'

export function PasswordPage() {
  return <Gate title="Choose a password" />
}
