"""The text that calls the external functions of a pair whose private state has a history; used by check_truth.py.

A pair with `calls` in its truth.json is a module: `calls` lists the prototypes of all its external functions, with the types that a
caller of the old version passes. Both versions get the same numbers, converted as a call converts them.
    equivalent   sequences of random calls, each sequence in a fresh process
    different    `witness` is the list of calls that shows it: a call, whose result is seen, or a statement that ends with `;`.
                 It is minimal: without any one of its calls nothing is seen
Its `inputs` may also have
    strings      {parameter: the characters of which strings are made}
    likely       {parameter: values that are tried more often than others}
"""
import re


class Wrong(Exception):
    """The pair is not what its truth.json says, or the question could not be asked."""


def prototype(text):
    """Result type, name and [(type, name)] of a prototype."""
    found = re.fullmatch(r"\s*([\w\s*]+?)\s*\b(\w+)\s*\(([^)]*)\)\s*", text)
    if not found:
        raise Wrong(f"not a prototype: {text}")
    parameters = []
    for part in found.group(3).split(","):
        if part.strip() in ("", "void"):
            continue
        pieces = re.fullmatch(r"\s*(.*?[\s*])(\w+)\s*", part, flags=re.S)
        if not pieces:
            raise Wrong(f"not a parameter: {part}")
        parameters.append((pieces.group(1).strip(), pieces.group(2)))
    return found.group(1).strip(), found.group(2), parameters


def observed(result, call, name):
    """The statement that makes a call and observes its result."""
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if result == "void":
        return f"{call};"
    if result.endswith("*"):
        if "char" not in result:
            raise Wrong(f"{call} gives a pointer: it needs a harness.c")
        return f"OBSERVE_TEXT({quoted}, {call});"
    return f"OBSERVE_{'REAL' if result in ('float', 'double') else 'INTEGER'}({quoted}, {call});"


def stubs(truth):
    """Functions without body: their arguments are seen, their answers are inputs."""
    lines = []
    for text in truth.get("stubs", []):
        result, name, parameters = prototype(text)
        lines += [text, "{", "    static unsigned nth;"]
        for kind, parameter in parameters:
            text_of = "OBSERVE_TEXT" if kind.endswith("*") else "OBSERVE_INTEGER"
            lines.append(f'    {text_of}("{name}.{parameter}", {parameter});')
        if not parameters:
            lines.append(f'    OBSERVE_INTEGER("{name}", 1);')
        if result != "void":
            lines += [f"    {result} answer;", f'    pair_answer("{name}", nth, &answer, sizeof answer, KIND(answer));']
            if name in truth.get("inputs", {}).get("ranges", {}):
                low, high = truth["inputs"]["ranges"][name]
                lines += [f"    if (nth + 1 && (answer < {low} || answer > {high}))",
                          f"        answer = {low} + (unsigned long long)answer % ({high} - {low} + 1);"]
        lines += ["    nth++;"] + (["    return answer;"] if result != "void" else []) + ["}"]
    return lines


def random_call(text, inputs):
    """One case of the switch: draws the arguments, calls, observes."""
    result, function, parameters = prototype(text)
    before, after, arguments = [], [], []
    for kind, name in parameters:
        key = f"{function}.{name}"
        bare = re.sub(r"\b(const|restrict)\b", "", kind).strip()
        if not kind.endswith("*"):
            bounds = inputs.get("ranges", {}).get(key, inputs.get("ranges", {}).get(name))
            before.append(f"{bare} {name};")
            before.append(f"INPUT({name});" if bounds is None else f"INPUT_IN({name}, {bounds[0]}, {bounds[1]});")
            likely = inputs.get("likely", {}).get(key, inputs.get("likely", {}).get(name))
            if likely is not None:
                before.append(f"if (pair_choose(4)) {name} = ({bare}[]){{{', '.join(map(str, likely))}}}[pair_choose({len(likely)})];")
        elif name in inputs.get("strings", {}):
            alphabet = inputs["strings"][name].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            before.append(f'{bare}{name} = pair_string("{name}", "{alphabet}");')
        else:
            count = inputs.get("objects", {}).get(key, inputs.get("objects", {}).get(name))
            if count is None:
                raise Wrong(f"nothing is said of what {key} points to")
            element = bare.removesuffix("*").strip()
            element = "unsigned char" if element == "void" else element
            before += [f"{element} *{name} = OBJECT({element}, {count});", f"INPUT_FIRST({name}, {count});"]
            after.append(f"OBSERVE_FIRST({name}, {count});")
        arguments.append(name)
    call = f"{function}({', '.join(arguments)})"
    return "{ " + " ".join(before + [observed(result, call, function)] + after) + " break; }"


def random_calls(truth):
    """`run` makes one random call."""
    inputs = truth.get("inputs", {})
    lines = stubs(truth) + ["static void run(void)", "{"]
    for name in inputs.get("globals", []):
        lines.append(f"    if (pair_choose(2))\n        INPUT({name});")
    lines.append(f"    switch (pair_choose({len(truth['calls'])})) {{")
    for i, text in enumerate(truth["calls"]):
        lines.append(f"    case {i}: {random_call(text, inputs)}")
    lines.append("    }")
    lines += [f"    OBSERVE({name});" for name in inputs.get("globals", [])]
    return "\n".join(lines + ["}"]) + "\n"


def recorded_calls(truth):
    """`run` makes the calls of the witness but number `skip`, counted from 1."""
    results = {name: result for result, name, _ in map(prototype, truth["calls"])}
    lines = stubs(truth) + ["static void run(void)", "{", "    unsigned char skip;", "    INPUT(skip);"]
    for i, text in enumerate(truth["witness"]):
        if text.endswith(";"):
            lines.append(f"    {text}")
            continue
        name = re.match(r"\w+", text).group(0)
        if name not in results:
            raise Wrong(f"{name} is not among the calls")
        lines.append(f"    if (skip != {i + 1})\n        {observed(results[name], text, text)}")
    lines += [f"    OBSERVE({name});" for name in truth.get("inputs", {}).get("globals", [])]
    return "\n".join(lines + ["}"]) + "\n"


def answers(truth):
    """The answers of functions without body in a witness, as the runtime takes them."""
    return [f"{name}[{i}]={value}" for name, values in truth.get("answers", {}).items() for i, value in enumerate(values)]


def skippable(truth):
    """The numbers of the calls in a witness that it must not do without."""
    return [i + 1 for i, text in enumerate(truth["witness"]) if not text.endswith(";")]
