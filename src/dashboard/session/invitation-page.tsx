import { Gate } from './gate.tsx'
import type { Session } from './session.tsx'

export function InvitationPage({ session }: { session: Session }) {
  return <Gate title="Invitation" sub={session.user?.email} />
}
