import { type SiteKind, siteKinds, usualPaths } from '../../../markdown/site-files.ts'
import { useAddPullRequest } from '../../data/destinations.ts'
import { isNamed, useConnected } from '../../data/repositories.ts'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Adds a repository to which posts are proposed as files. */
export function PullRequestDialog({ onClose }: { onClose: () => void }) {
  const repositories = useConnected().data?.repositories.filter(isNamed) ?? []
  const { values, bind } = useForm({ repository: '', site: 'astro', path: '' })
  const add = useAddPullRequest(onClose)
  const errors = placeError(add.error, ['path'])
  const site = values.site as SiteKind
  const integrationId = values.repository || repositories[0]?.id
  const path = values.path.trim()
  return (
    <FormDialog
      title={strings.pullRequestDialog.title}
      verb={strings.destinationDialog.add}
      busy={strings.destinationDialog.adding}
      change={add}
      error={errors.rest}
      disabled={!integrationId}
      note={repositories.length === 0 ? strings.pullRequestDialog.noRepository : undefined}
      onClose={onClose}
      onSubmit={() => integrationId && add.mutate({ integrationId, site, ...(path ? { path } : {}) })}
    >
      <SelectField
        label={strings.pullRequestDialog.repository}
        hint={strings.pullRequestDialog.repositoryHint}
        choices={repositories.map(({ id, owner, repo }) => ({ value: id, label: `${owner}/${repo}` }))}
        {...bind('repository')}
      />
      <SelectField
        label={strings.pullRequestDialog.site}
        hint={strings.pullRequestDialog.siteHint}
        choices={siteKinds.map((value) => ({ value, label: strings.pullRequestDialog.sites[value] }))}
        {...bind('site')}
      />
      <TextField
        label={strings.pullRequestDialog.path}
        hint={
          site === 'changelog'
            ? strings.pullRequestDialog.changelogPathHint
            : strings.pullRequestDialog.pathHint
        }
        placeholder={usualPaths[site]}
        maxLength={200}
        spellCheck={false}
        error={errors.at('path')}
        {...bind('path')}
      />
    </FormDialog>
  )
}
