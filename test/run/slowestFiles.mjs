/** The number of files to print. */
const most = 10;

/** Prints the files of a run that took longest. */
export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= most) return;
    const seconds = ({ perfStats }) => perfStats.runtime / 1000;
    const slowest = testResults.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, most);
    const lines = slowest.map(
      (file) =>
        `${seconds(file).toFixed(0).padStart(6)} s  ${file.testFilePath.replace(`${process.cwd()}/`, '')}`,
    );
    process.stderr.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  }
}
