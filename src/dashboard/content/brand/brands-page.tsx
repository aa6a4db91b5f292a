import { useBrands } from '../../data/brands.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { BrandTable } from './brand-table.tsx'
import { ReadDialog, ReadForm } from './read-website.tsx'
import * as strings from './strings.ts'

/** The brands of the organization. */
export function BrandsPage() {
  const brands = useBrands()
  const [asked, ask] = useAsked('new')
  const isFilled = (brands.data?.brandIdentities.length ?? 0) > 0
  useShortcuts({ n: () => isFilled && ask(true) })
  return (
    <>
      <ListPage
        title={strings.brandsPage.title}
        sub={strings.brandsPage.subtitle}
        query={brands}
        rows={3}
        isEmpty={({ brandIdentities }) => brandIdentities.length === 0}
        empty={{
          title: strings.brandsPage.noBrandYet,
          pending: 5,
          actions: <ReadForm />,
          children: strings.brandsPage.emptyText,
        }}
        action={
          <Button look="primary" shortcut="N" onClick={() => ask(true)}>
            {strings.brandsPage.addBrand}
          </Button>
        }
      >
        {({ brandIdentities }) => <BrandTable brands={brandIdentities} />}
      </ListPage>
      {asked && isFilled && <ReadDialog onClose={() => ask(false)} />}
    </>
  )
}
