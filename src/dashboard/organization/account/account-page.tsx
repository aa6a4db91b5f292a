import { usePerson } from '../../data/session.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { Keyboard } from './keyboard.tsx'
import { CreationNote, Organizations } from './organizations.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import { Theme } from './theme.tsx'

/** The user's own settings, in every organization. */
export function AccountPage() {
  const person = usePerson()
  return (
    <>
      <PageHead title="Account" sub={`You are signed in as ${person.email}.`} />
      <Section title="Profile" first>
        <ProfileForm person={person} />
      </Section>
      <Section title="Password">
        <PasswordForm hasPassword={person.hasPassword} />
      </Section>
      <Section title="Appearance" note="In this browser">
        <Theme />
      </Section>
      <Section title="Keyboard" note="In this browser">
        <Keyboard />
      </Section>
      <Section title="Organizations">
        <Organizations />
        <CreationNote />
      </Section>
      <Section title="Sessions">
        <Sessions />
      </Section>
    </>
  )
}
