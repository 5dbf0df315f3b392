// Points of seconds on a canvas: time across, IOPS up, logarithmic. A second without any I/O is a
// triangle at the bottom edge: it was measured, and was 0.

export interface Second {
  second: number;
  ios: number;
  bytes: number;
  mean_us: number;
  max_us: number;
}

const LEFT = 80;
const BOTTOM = 28;
const TOP = 10;
const RIGHT = 12;

export function scatter(canvas: HTMLCanvasElement, seconds: Second[], sentence: string): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.setAttribute("aria-label", sentence);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  context.font = "12px system-ui, sans-serif";

  const decades = range(seconds.filter(({ ios }) => ios > 0).map(({ ios }) => ios));
  const until = Math.max(10, (seconds.at(-1)?.second ?? 0) + 1);
  const x = (second: number): number => LEFT + ((width - LEFT - RIGHT) * second) / until;
  const y = (ios: number): number =>
    height -
    BOTTOM -
    ((height - BOTTOM - TOP) * (Math.log10(ios) - decades[0])) / (decades[1] - decades[0]);

  context.strokeStyle = colour("--line");
  context.fillStyle = colour("--faint");
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (let decade = decades[0]; decade <= decades[1]; decade += 1) {
    line(context, LEFT, y(10 ** decade), width - RIGHT);
    context.fillText((10 ** decade).toLocaleString("en"), LEFT - 6, y(10 ** decade));
  }
  context.textBaseline = "top";
  context.textAlign = "center";
  const step = across(until, width);
  for (let second = 0; second <= until; second += step)
    context.fillText(`${second} s`, x(second), height - BOTTOM + 8);

  context.fillStyle = colour("--accent");
  for (const { second, ios } of seconds) {
    if (ios > 0) context.fillRect(x(second) - 1.5, y(ios) - 1.5, 3, 3);
    else triangle(context, x(second), height - BOTTOM);
  }
}

/** Whole decades around some numbers. */
function range(values: number[]): [number, number] {
  if (values.length === 0) return [0, 5];
  let [low, high] = [Infinity, 0];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const bottom = Math.floor(Math.log10(low));
  return [bottom, Math.max(bottom + 1, Math.ceil(Math.log10(high)))];
}

/** Seconds between two labels, so that they have room. */
function across(until: number, width: number): number {
  const labels = Math.max(2, Math.floor(width / 110));
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
  return steps.find((step) => until / step <= labels) ?? 100_000;
}

function line(context: CanvasRenderingContext2D, from: number, y: number, to: number): void {
  context.beginPath();
  context.moveTo(from, Math.round(y) + 0.5);
  context.lineTo(to, Math.round(y) + 0.5);
  context.stroke();
}

function triangle(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 3, y);
  context.lineTo(x + 3, y);
  context.lineTo(x, y - 6);
  context.fill();
}
