import { useEffect } from 'react'
import { useLocation } from 'wouter'

const name = 'herald:return'

/** Keeps where to go, below `/app`, for when the organization's own sign-in leads back here. */
export function rememberPlace(place: string) {
  sessionStorage.setItem(name, place)
}

/** What was kept before this page was loaded; it is good once. */
let place = sessionStorage.getItem(name)
sessionStorage.removeItem(name)

export const hasPlace = () => place !== null

/** Goes there. */
export function Return() {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true })
    place = null
  }, [navigate])
  return null
}
