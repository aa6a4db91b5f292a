import { usePerson } from '../../data/session.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { Keyboard } from './keyboard.tsx'
import { CreationNote, Organizations } from './organizations.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import * as strings from './strings.ts'
import { Theme } from './theme.tsx'

/** The user's own settings, in every organization. */
export function AccountPage() {
  const person = usePerson()
  return (
    <>
      <PageHead title={strings.accountPage.account} sub={strings.accountPage.subtitle(person.email)} />
      <Section title={strings.accountPage.profile} first>
        <ProfileForm person={person} />
      </Section>
      <Section title={strings.accountPage.password}>
        <PasswordForm hasPassword={person.hasPassword} />
      </Section>
      <Section title={strings.accountPage.appearance} note={strings.accountPage.appearanceNote}>
        <Theme />
      </Section>
      <Section title={strings.accountPage.keyboard} note={strings.accountPage.appearanceNote}>
        <Keyboard />
      </Section>
      <Section title={strings.accountPage.organizations}>
        <Organizations />
        <CreationNote />
      </Section>
      <Section title={strings.accountPage.connectedApps}>
        <ConnectedApps />
      </Section>
      <Section title={strings.accountPage.sessions}>
        <Sessions />
      </Section>
    </>
  )
}
