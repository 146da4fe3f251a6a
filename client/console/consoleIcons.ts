/** The console's icons, on the grid of 24 of `client/ui/iconPaths.ts`. */
export const consoleIcons = {
  find: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20.500 20.500L16 16',
  menu: 'M4 6h16M4 12h16M4 18h16',
  overview: 'M3 12h4l2-6 4 13 3-9 1.500 2H21',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.500a6.500 6.500 0 0 1 3.500 5.500',
  sessions: 'M5 5.500h14v10H5zM2.500 18.500h19',
  mails: 'M3 6h18v12H3zM3 7l9 6.500L21 7',
  limited: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2',
  applications: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6',
  log: 'M5 3.500h14v17H5zM9 8h6M9 12h6M9 16h3',
  done: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.300l2.800 2.700 5.200-5.500',
  off: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  paused: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM10 9v6M14 9v6',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2',
  wrong: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6M15 9l-6 6',
} as const;
