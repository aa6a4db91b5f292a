import { useLocation } from 'wouter'
import { useReadWebsite } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { errorAt } from './fields.ts'
import * as strings from './strings.ts'

/** The form for the first website. */
export function ReadForm() {
  const { form, read, submit, refused } = useReadForm()
  return (
    <Form
      className="settings w-full pt-0"
      change={read}
      error={refused.website ? null : read.error}
      verb={strings.readWebsite.readMyWebsite}
      busy={strings.readWebsite.starting}
      onSubmit={submit}
    >
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
    </Form>
  )
}

/** The form for another website, with the name of the new brand. */
export function ReadDialog({ onClose }: { onClose: () => void }) {
  const { form, read, submit, refused } = useReadForm()
  return (
    <FormDialog
      title={strings.readWebsite.title}
      onClose={onClose}
      onSubmit={submit}
      note={strings.readWebsite.note}
      change={read}
      error={refused.website || refused.name ? null : read.error}
      verb={strings.readWebsite.readWebsite}
      busy={strings.readWebsite.starting}
    >
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
      <TextField
        label={strings.readWebsite.name}
        maxLength={120}
        error={refused.name}
        hint={strings.readWebsite.nameHint}
        {...form.bind('name')}
      />
    </FormDialog>
  )
}

function WebsiteField(props: {
  value: string
  onChange: ReturnType<ReturnType<typeof useForm>['bind']>['onChange']
  error: string | null
}) {
  return (
    <TextField
      label={strings.readWebsite.website}
      required
      maxLength={2048}
      autoComplete="url"
      inputMode="url"
      placeholder={strings.readWebsite.websitePlaceholder}
      {...props}
    />
  )
}

/** Creates the brand and opens the page with its progress. */
function useReadForm() {
  const [, navigate] = useLocation()
  const form = useForm({ websiteUrl: '', name: '' })
  const read = useReadWebsite()
  const { websiteUrl, name } = form.values
  function submit() {
    read.mutate(
      { websiteUrl, name: name.trim() || nameOf(websiteUrl) },
      { onSuccess: ({ job }) => navigate(paths.brandReading(job.brandIdentityId, job.id)) },
    )
  }
  const refused = { website: errorAt(read.error, 'websiteUrl'), name: errorAt(read.error, 'name') }
  return { form, read, submit, refused }
}

/** The domain of a website as its default name; empty for an invalid URL, which the API reports. */
function nameOf(website: string): string | undefined {
  const host = /^(?:https?:\/\/)?(?:www\.)?([^/:?#\s]+)/i.exec(website.trim())?.[1]
  return host?.slice(0, 120)
}
