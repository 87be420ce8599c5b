"""A prompt that takes right-to-left text.

Needs prompt_toolkit: python3 prompt.py
"""

from prompt_toolkit import prompt

from lisantext.prompt_toolkit import BidiProcessor, bidi_bindings

if __name__ == "__main__":
    print(repr(prompt("> ", input_processors=[BidiProcessor()], key_bindings=bidi_bindings())))
