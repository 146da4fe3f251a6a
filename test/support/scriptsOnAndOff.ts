/** A row for each kind of browser that the main visits are tested in. */
export const scriptsOnAndOff = [
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
];
