import { useLocation } from 'wouter'
import { useReadWebsite } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { errorAt } from './fields.ts'

/** Where the first website is told. */
export function ReadForm() {
  const { form, read, submit, refused } = useReadForm()
  return (
    <Form
      className="settings w-full pt-0"
      change={read}
      error={refused.website ? null : read.error}
      verb="Read my website"
      busy="Starting"
      onSubmit={submit}
    >
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
    </Form>
  )
}

/** Where another website is told, and what the brand that is read from it is to be called. */
export function ReadDialog({ onClose }: { onClose: () => void }) {
  const { form, read, submit, refused } = useReadForm()
  return (
    <FormDialog
      title="Add brand"
      onClose={onClose}
      onSubmit={submit}
      note="Your other brands stay unchanged."
      change={read}
      error={refused.website || refused.name ? null : read.error}
      verb="Read website"
      busy="Starting"
    >
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
      <TextField
        label="Name"
        maxLength={120}
        error={refused.name}
        hint="Optional. Default: the website’s domain."
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
      label="Website"
      required
      maxLength={2048}
      autoComplete="url"
      inputMode="url"
      placeholder="acme.com"
      {...props}
    />
  )
}

/** Creates the brand, and leads to where it can be seen how its website is read. */
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

/** The name of a website; nothing where it is none, which the API will say. */
function nameOf(website: string): string | undefined {
  const host = /^(?:https?:\/\/)?(?:www\.)?([^/:?#\s]+)/i.exec(website.trim())?.[1]
  return host?.slice(0, 120)
}
