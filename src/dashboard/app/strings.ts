export const app = {
  herald: 'Herald',
}

export const main = {
  noElement: 'The page has no root element for the dashboard.',
}

export const authCard = {
  herald: 'Herald',
  privacy: 'Herald runs on this server. Data leaves it only through services you connect.',
}

export const signInNotice = {
  'password-removed':
    'Your email address is now verified. The previous password was removed and all other sessions ended.',
}
