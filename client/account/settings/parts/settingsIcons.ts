/** Icons that only the settings show, on the same grid as `iconPaths`. */
export const settingsIcons = {
  laptop: 'M6 5h12a1 1 0 0 1 1 1v9H5V6a1 1 0 0 1 1-1ZM2.5 18.5h19L19 15H5l-2.5 3.5Z',
  phone:
    'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3ZM11 18h2',
  tablet:
    'M6.5 3h11A1.5 1.5 0 0 1 19 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19.5v-15A1.5 1.5 0 0 1 6.5 3ZM11 18h2',
  applications:
    'M5 4h5v6H4V5a1 1 0 0 1 1-1ZM14 4h5a1 1 0 0 1 1 1v5h-6ZM4 14h6v6H5a1 1 0 0 1-1-1ZM17 14v6M14 17h6',
  copy: 'M9 8h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM5 16a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1',
  vault:
    'M5 4h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM7 19v2M17 19v2M12 14.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 8.5V7M12 16v-1.5M15 11.5h1.5M7.5 11.5H9',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;
