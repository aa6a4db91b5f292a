import { useBrands } from '../../data/brands.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { BrandTable } from './brand-table.tsx'
import { ReadDialog, ReadForm } from './read-website.tsx'

/** The brands of the organization. */
export function BrandsPage() {
  const brands = useBrands()
  const [asked, ask] = useAsked('new')
  const isFilled = (brands.data?.brandIdentities.length ?? 0) > 0
  useShortcuts({ n: () => isFilled && ask(true) })
  return (
    <>
      <ListPage
        title="Brand"
        sub="The voice of your posts: company, audience and tone."
        query={brands}
        rows={3}
        isEmpty={({ brandIdentities }) => brandIdentities.length === 0}
        empty={{
          title: 'No brand yet',
          pending: 5,
          actions: <ReadForm />,
          children:
            'Herald reads your website and fills in company, audience and tone. You can edit everything. Until then, posts use a conversational tone.',
        }}
        action={
          <Button look="primary" shortcut="N" onClick={() => ask(true)}>
            Add brand
          </Button>
        }
      >
        {({ brandIdentities }) => <BrandTable brands={brandIdentities} />}
      </ListPage>
      {asked && isFilled && <ReadDialog onClose={() => ask(false)} />}
    </>
  )
}
